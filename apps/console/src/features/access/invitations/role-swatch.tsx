export function RoleSwatch({ hue }: { readonly hue: number | null }) {
  return (
    <span
      aria-hidden
      className="inline-block size-3 flex-none rounded-full border border-line-strong"
      style={hue === null ? undefined : { background: `hsl(${hue} 65% 50%)` }}
    />
  )
}
