/** A whole address in groups of four for comparison; it is read, selected and copied without gaps. */
export function WholeAddress({ address }: { readonly address: string }) {
  return (
    <span title={address} className="min-w-0 flex-1 font-mono text-small">
      {(address.match(/.{1,4}/g) ?? []).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is known by its place alone
        <span key={index} className="mr-1.5 inline-block">
          {group}
        </span>
      ))}
    </span>
  )
}
