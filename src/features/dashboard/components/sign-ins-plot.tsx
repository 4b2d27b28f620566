import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayCount } from '../dashboard.schema.ts'
import { useFormatters } from './use-formatters.ts'

/** The width of a bar, in percent of the width of a day. */
const BAR_WIDTH = 64
/** The minimum height of a bar in percent, so that one sign-in in a busy month is visible. */
const MIN_BAR_HEIGHT = 1.5
/** The days of a week. Plots of more days have a label at most every seventh day. */
const WEEK = 7
/** The maximum number of labels in a plot of more than a week. */
const MAX_LABELS = 4

/**
 * A plot with a bar for each day. It is one tab stop; arrow keys, Home and End move between the days. A bar that is hovered,
 * focused or tapped shows its value. The bars are drawn from left to right, and the whole plot is mirrored for text from
 * right to left.
 */
export function SignInsPlot({ days }: { days: DayCount[] }) {
  const { t, i18n } = useTranslation('dashboard')
  const { longDay, number } = useFormatters()
  const bars = useRef<(SVGGElement | null)[]>([])
  const last = days.length - 1
  const [stop, setStop] = useState(last)
  const [shown, setShown] = useState<number>()
  const top = roundUp(Math.max(...days.map(({ count }) => count)))
  const textOf = ({ day, count }: DayCount) => t('signInsOn', { day: longDay(day), count })
  const width = 100 / days.length

  function move(event: KeyboardEvent) {
    if (event.key === 'Escape') return setShown(undefined)
    const forward = i18n.dir() === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const places = { [forward]: Math.min(stop + 1, last), [backward]: Math.max(stop - 1, 0), Home: 0, End: last }
    const next = places[event.key]
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    bars.current[next]?.focus()
  }

  return (
    <figure className="grid [--plot:12rem] xl:[--plot:26rem] grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <ol
        aria-hidden="true"
        className="flex h-(--plot) flex-col-reverse justify-between text-end text-tiny/0 text-muted tabular-nums"
      >
        {ticksOf(top).map((tick) => (
          <li key={tick}>{number(tick)}</li>
        ))}
      </ol>
      <div className="relative">
        <svg
          role="group"
          aria-label={t('signIns')}
          onKeyDown={move}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setShown(undefined)}
          className="block h-(--plot) w-full overflow-visible rtl:-scale-x-100"
        >
          {ticksOf(top).map((tick) => (
            <line
              key={tick}
              x2="100%"
              y1={`${100 - (tick / top) * 100}%`}
              y2={`${100 - (tick / top) * 100}%`}
              className="stroke-hairline"
            />
          ))}
          {days.map((day, index) => (
            <g
              key={day.day}
              ref={(bar) => void (bars.current[index] = bar)}
              role="img"
              aria-label={textOf(day)}
              tabIndex={index === stop ? 0 : -1}
              onFocus={() => {
                setStop(index)
                setShown(index)
              }}
              onBlur={() => setShown(undefined)}
              onPointerEnter={() => setShown(index)}
              onClick={() => setShown(index)}
              className={`outline-offset-0 ${index === shown ? 'fill-accent-strong' : 'fill-accent/75'} ${index === last ? 'stroke-accent-strong' : ''}`}
            >
              <rect
                x={`${width * index}%`}
                width={`${width}%`}
                height="100%"
                className="fill-transparent stroke-none"
              />
              <Bar
                x={width * index}
                width={width}
                height={day.count === 0 ? 0 : Math.max((day.count / top) * 100, MIN_BAR_HEIGHT)}
              />
            </g>
          ))}
        </svg>
        {shown !== undefined && days[shown] && (
          <Tooltip at={width * (shown + 0.5)} height={(days[shown].count / top) * 100} text={textOf(days[shown])} />
        )}
        <DayLabels days={days} />
      </div>
    </figure>
  )
}

/** A bar with round corners at the top only: it reaches below the axis, where its lower corners are cut off. */
function Bar({ x, width, height }: { x: number; width: number; height: number }) {
  if (height === 0) return null
  return (
    <svg
      aria-hidden="true"
      x={`${x + (width * (100 - BAR_WIDTH)) / 200}%`}
      width={`${(width * BAR_WIDTH) / 100}%`}
      y={`${100 - height}%`}
      height={`${height}%`}
    >
      <rect width="100%" height="100%" style={{ height: 'calc(100% + 3px)' }} rx="3" />
    </svg>
  )
}

/** The value of a bar, shown above the bar without exceeding the sides of the plot. */
function Tooltip({ at, height, text }: { at: number; height: number; text: string }) {
  return (
    <p
      aria-hidden="true"
      style={
        {
          '--at': `${at}%`,
          insetInlineStart: `${at}%`,
          bottom: `calc(100% - var(--plot) * ${1 - height / 100} + 8px)`,
        } as CSSProperties
      }
      className="pointer-events-none absolute z-10 w-max max-w-full -translate-x-(--at) rtl:translate-x-(--at) rounded-control bg-text px-2 py-1 text-center text-tiny text-page shadow-lg"
    >
      {text}
    </p>
  )
}

/** The labels of the days, from today backwards: at every second day of a week; in longer plots at every 7th, 14th … day. */
function DayLabels({ days }: { days: DayCount[] }) {
  const { shortDay } = useFormatters()
  const step = Math.ceil(days.length / MAX_LABELS / WEEK) * WEEK
  return (
    <ol aria-hidden="true" className="relative mt-1.5 h-[1lh] text-tiny text-muted">
      {days.map(({ day }, index) =>
        (days.length - 1 - index) % (days.length > WEEK ? step : 2) === 0 ? (
          <li
            key={day}
            style={{ insetInlineStart: `${((index + 0.5) / days.length) * 100}%` }}
            className="absolute -translate-x-1/2 whitespace-nowrap last:translate-x-[-85%] rtl:translate-x-1/2 rtl:last:translate-x-[85%]"
          >
            {shortDay(day)}
          </li>
        ) : null,
      )}
    </ol>
  )
}

/** Returns the values of the axis lines: zero, the top, and half of the top if that is a whole number. */
function ticksOf(top: number): number[] {
  return top % 2 === 0 ? [0, top / 2, top] : [0, top]
}

/** Returns the top of the axis: the highest count, rounded up. */
function roundUp(count: number): number {
  if (count < 2) return Math.max(count, 1)
  if (count < 10) return count + (count % 2)
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1)
  return ([10, 12, 16, 20, 24, 30, 40, 50, 60, 80, 100].find((step) => step * unit >= count) ?? 100) * unit
}
