import { encode } from 'uqr'

export interface QrCodeProps {
  readonly text: string
  /** The code's content, for screen readers. */
  readonly label: string
}

/** Four modules of quiet zone, which scanners need (ISO/IEC 18004). */
const quietModules = 4

/** Dark on white in both themes: many scanners cannot read the opposite. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-60 rounded-md bg-qr-light"
    >
      <path d={path} className="fill-qr-dark" />
    </svg>
  )
}
