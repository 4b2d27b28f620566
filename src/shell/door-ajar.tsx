/** A door ajar, with light through the gap and the keyhole. Drawn with the theme's colours. */
export function DoorAjar() {
  return (
    <svg viewBox="0 0 400 480" className="w-[min(26vw,380px)]" fill="none">
      <path d="M92 420V72a8 8 0 0 1 8-8h200a8 8 0 0 1 8 8v348" className="fill-surface stroke-edge" strokeWidth="2" />
      <path d="M112 420V84h176v336" className="fill-accent-surface" />
      <path d="M112 420V84h54v336z" className="fill-accent" opacity=".16" />
      <path d="M166 420 40 470h170l78-50z" className="fill-accent" opacity=".1" />
      <path
        d="M288 84 168 112v336l120-28z"
        className="fill-surface stroke-edge"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="m272 112-88 20v112l88-14zM272 256l-88 12v128l88-18z"
        className="stroke-hairline"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx="186" cy="256" r="9" className="fill-accent" />
      <path d="m182 262-4 24h16l-4-24z" className="fill-accent" />
      <path d="M186 258 96 330l16 40z" className="fill-accent" opacity=".12" />
      <path d="M24 420h352" className="stroke-edge" strokeWidth="2" strokeLinecap="round" />
      <circle cx="340" cy="150" r="20" className="fill-surface stroke-edge" strokeWidth="2" />
      <path d="M340 170v60m0-18h12m-12-14h8" className="stroke-edge" strokeWidth="2" strokeLinecap="round" />
      <circle cx="340" cy="150" r="6" className="stroke-accent" strokeWidth="2" />
    </svg>
  )
}
