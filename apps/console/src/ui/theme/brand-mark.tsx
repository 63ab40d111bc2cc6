/** The hexagon with three stripes. Decorative: the name is beside it. */
export function BrandMark({ size = 30 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className="flex-none">
      <path d="M16 1.5l12.6 7.25v14.5L16 30.5 3.4 23.25V8.75z" className="fill-accent" />
      <path
        d="M9 12h14M8 16h16M9 20h14"
        className="fill-none stroke-accent-ink"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
