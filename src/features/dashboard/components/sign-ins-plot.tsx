import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayCount } from '../dashboard.schema.ts'
import { useDayTexts } from './day-texts.ts'

/** Of the width that belongs to a day, in hundredths. */
const BAR_WIDTH = 64
/** In hundredths of the height: one sign-in in a busy month still shows. */
const LOWEST_BAR = 1.5

/**
 * A bar for each day. One stop of the Tab key; arrows, Home and End go from day to day. The bars are drawn from left to
 * right and mirrored as a whole where text runs the other way.
 */
export function SignInsPlot({ days }: { days: DayCount[] }) {
  const { t, i18n } = useTranslation('dashboard')
  const { shortDay, longDay, number } = useDayTexts()
  const bars = useRef<(SVGGElement | null)[]>([])
  const [stop, setStop] = useState(days.length - 1)
  const [shown, setShown] = useState<number>()
  const top = roundUp(Math.max(...days.map(({ count }) => count)))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const textOf = ({ day, count }: DayCount) => t('signInsOn', { day: longDay(day), count })
  const shownDay = shown === undefined ? undefined : days[shown]

  function move(event: KeyboardEvent) {
    const forward = i18n.dir() === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft'
    const last = days.length - 1
    const places = { [forward]: Math.min(stop + 1, last), [backward]: Math.max(stop - 1, 0), Home: 0, End: last }
    const next = places[event.key]
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    bars.current[next]?.focus()
  }

  return (
    <figure>
      <figcaption className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="font-semibold">{t('signIns')}</h2>
        <p aria-hidden="true" className="text-sm text-muted tabular-nums">
          {shownDay ? textOf(shownDay) : t('signInsInAll', { count: total, days: days.length })}
        </p>
      </figcaption>
      <p aria-hidden="true" className="text-xs text-muted tabular-nums">
        {number(top)}
      </p>
      <svg
        role="group"
        aria-label={t('signIns')}
        onKeyDown={move}
        onPointerLeave={() => setShown(undefined)}
        className="block h-40 w-full overflow-visible border-y border-hairline rtl:-scale-x-100"
      >
        {days.map((day, index) => {
          const height = day.count === 0 ? 0 : Math.max((day.count / top) * 100, LOWEST_BAR)
          const width = 100 / days.length
          const gap = (width * (100 - BAR_WIDTH)) / 200
          return (
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
              className={`outline-offset-0 ${index === shown ? 'fill-accent-strong' : 'fill-accent/55'}`}
            >
              <rect
                x={`${width * index}%`}
                width={`${width}%`}
                height="100%"
                className={index === shown ? 'fill-accent-surface' : 'fill-transparent'}
              />
              <rect
                x={`${width * index + gap}%`}
                width={`${(width * BAR_WIDTH) / 100}%`}
                y={`${100 - height}%`}
                height={`${height}%`}
              />
            </g>
          )
        })}
      </svg>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-xs text-muted">
        {[0, Math.floor(days.length / 2), days.length - 1].map((index) => (
          <span key={index}>{shortDay(days[index]?.day ?? '')}</span>
        ))}
      </p>
    </figure>
  )
}

/** The label of the axis: the highest count, beyond ten rounded up. */
function roundUp(count: number): number {
  if (count < 10) return Math.max(count, 1)
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1)
  return ([10, 15, 20, 30, 40, 50, 60, 80, 100].find((step) => step * unit >= count) ?? 100) * unit
}
