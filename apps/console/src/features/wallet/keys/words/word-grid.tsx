export function WordGrid({ words }: { readonly words: readonly string[] }) {
  return (
    <ol className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
      {words.map((word, index) => (
        // Words can repeat: their position identifies them.
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
