export function Sparkline({ values }: { readonly values: readonly number[] }) {
  if (values.length < 2) return null
  const top = Math.max(...values) || 1
  const points = values.map((value, at) => `${(at / (values.length - 1)) * 100},${23 - (value / top) * 22}`)
  return (
    <svg aria-hidden viewBox="0 0 100 24" preserveAspectRatio="none" className="h-6 w-28 flex-none text-accent">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
