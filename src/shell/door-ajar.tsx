import drawing from './door-ajar.svg?raw'

// Computed from a model, in units of the view box. The eye is at (200, 250), 720 in front of the wall; the door leaf is 156 wide,
// hinged on the right and opened by 46°. A lamp is 330 behind the wall; its light is limited by door frame and leaf.
/** A drawing of a door ajar, with light from the gap and the keyhole, in the colors of the theme. */
export function DoorAjar() {
  return <div className="w-[min(30vw,440px)] rtl:-scale-x-100" dangerouslySetInnerHTML={{ __html: drawing }} />
}
