// Computed from a model, in units of the view box. The eye is at (200, 250), 720 in front of the wall; the door leaf is 156 wide,
// hinged on the right and opened by 46°. A lamp is 330 behind the wall; its light is limited by door frame and leaf.
/** A drawing of a door ajar, with light from the gap and the keyhole, in the colors of the theme. */
export function DoorAjar() {
  return (
    <svg
      viewBox="0 40 440 452"
      className="w-[min(30vw,440px)] rtl:-scale-x-100"
      fill="none"
      strokeLinejoin="round"
      strokeWidth="1.5"
    >
      <defs>
        <linearGradient id="door-room" gradientUnits="userSpaceOnUse" x1="142" y1="0" x2="298" y2="0">
          <stop offset="0" stopColor="var(--accent)" stopOpacity="0.55" />
          <stop offset="0.3" stopColor="var(--accent)" stopOpacity="0.25" />
        </linearGradient>
        <linearGradient id="door-floor" gradientUnits="userSpaceOnUse" x1="0" y1="408" x2="0" y2="483">
          <stop offset="0" stopColor="var(--accent)" stopOpacity="0.45" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="door-beam" gradientUnits="userSpaceOnUse" x1="203" y1="256" x2="254" y2="462">
          <stop offset="0" stopColor="var(--accent)" stopOpacity="0.4" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0.08" />
        </linearGradient>
        <linearGradient id="door-shadow" gradientUnits="userSpaceOnUse" x1="0" y1="408" x2="0" y2="483">
          <stop offset="0" stopColor="black" stopOpacity="0.14" />
          <stop offset="1" stopColor="black" stopOpacity="0" />
        </linearGradient>
        <linearGradient id="door-ground" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="440" y2="0">
          <stop offset="0" stopColor="var(--edge)" stopOpacity="0" />
          <stop offset="0.2" stopColor="var(--edge)" stopOpacity="1" />
          <stop offset="0.8" stopColor="var(--edge)" stopOpacity="1" />
          <stop offset="1" stopColor="var(--edge)" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d="M0 407.25h440v1.5H0z" fill="url(#door-ground)" />
      <path d="M142 408 2.4 483H164l26.2-46.5-7.4-5.4V408z" fill="url(#door-floor)" />
      <path d="m190.2 434-26.2 49h250L298 406z" fill="url(#door-shadow)" />
      <path d="M126 408V62h188v346h-16V78H142v330z" className="fill-surface stroke-edge" />
      <path d="M142 408V78h156v330z" fill="url(#door-room)" />
      <path d="m142 408 8-24h48v24zm0-330v330l5-13V85z" className="fill-accent" opacity=".3" />
      <path d="M298 80 190.2 49.3V433L298 405z" className="fill-surface stroke-edge" />
      <path d="M190.2 49.3V433l-7.4-1.9V51.4z" className="fill-accent stroke-accent" />
      <path d="m283.3 102.5-68.2-16.5v138.9l68.2 2.6zm0 170-68.2 2.6v120.7l68.2-14.7z" className="stroke-hairline" />
      <path d="M202.5 228.5h24a3.5 3.5 0 0 1 0 7h-24z" className="fill-surface stroke-edge" />
      <circle cx="202.5" cy="232" r="6.5" className="fill-surface stroke-edge" />
      <path d="m202 258 31 208 43-8z" fill="url(#door-beam)" />
      <ellipse
        cx="254.5"
        cy="462"
        rx="22"
        ry="7"
        transform="rotate(-11 254.5 462)"
        className="fill-accent"
        opacity=".3"
      />
      <circle cx="202.5" cy="256" r="22" className="fill-accent" opacity=".12" />
      <path d="m204.5 255.5 2.1 11.5h-8.2l2.1-11.5a4.6 4.6 0 1 1 4 0z" className="fill-accent" />
    </svg>
  )
}
