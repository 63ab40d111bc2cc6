import type { AnswerOf } from '@hornets/contract'
import type { getRelease } from '@hornets/contract/admin/operation/release'

type Change = AnswerOf<typeof getRelease>['changes'][number]

export interface ChangesProps {
  readonly changes: readonly Change[]
  /** English where the changelog is not translated. */
  readonly language: string
}

export function Changes({ changes, language }: ChangesProps) {
  return (
    <div lang={language} className="mt-2 grid max-w-160 gap-3">
      {changes.map(({ title, entries }) => (
        <section key={title}>
          {title && <h3 className="font-semibold">{title}</h3>}
          <ul className="grid gap-1 pl-4 [&>li]:list-disc">
            {entries.map(entry => (
              <li key={entry} className="wrap-anywhere marker:text-faint">
                <Coded text={entry} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Every second piece stands between backticks. */
function Coded({ text }: { readonly text: string }) {
  return text.split('`').map((piece, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move
      <code key={at} className="font-mono text-caption">
        {piece}
      </code>
    ) : (
      piece
    ),
  )
}
