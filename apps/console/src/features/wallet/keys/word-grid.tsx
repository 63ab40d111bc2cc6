/** The words of a wallet in their order. */
export function WordGrid({ words }: { readonly words: readonly string[] }) {
  return (
    <ol className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
      {words.map((word, index) => (
        // A word may come twice: its place is what tells it apart.
        <li
          key={`${String(index)}-${word}`}
          className="flex gap-2 rounded-sm bg-sunken px-2 py-1.5 font-mono text-small"
        >
          <span className="w-5 text-right text-muted tabular-nums">{index + 1}</span>
          {word}
        </li>
      ))}
    </ol>
  )
}
