import { piecesOf } from './match.ts'

export function Highlight({ text, query }: { readonly text: string; readonly query: string }) {
  return piecesOf(text, query).map(({ text: piece, isMatch, at }) =>
    isMatch ? (
      <mark key={at} className="rounded-sm bg-accent-soft font-semibold text-inherit">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
