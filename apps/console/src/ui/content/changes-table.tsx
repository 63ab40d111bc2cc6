import { useTexts } from '../../i18n/texts.ts'
import type { Change } from './changes.ts'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from './table.tsx'

interface ChangesTableProps {
  readonly changes: readonly Change[]
  /** Of the columns; without them 'Before' and 'After'. */
  readonly before?: string
  readonly after?: string
  /** What a value is called in its form. */
  readonly titleOf?: (path: string) => string | undefined
}

export function ChangesTable({ changes, before, after, titleOf }: ChangesTableProps) {
  const { t } = useTexts()
  return (
    <Table caption={t('audit.changes')}>
      <TableHead>
        <HeadCell>{t('audit.column.value')}</HeadCell>
        <HeadCell>{before ?? t('audit.column.before')}</HeadCell>
        <HeadCell>{after ?? t('audit.column.after')}</HeadCell>
      </TableHead>
      <TableBody>
        {changes.map(({ path, before: was, after: is }) => {
          const title = titleOf?.(path)
          return (
            <Row key={path}>
              <Cell className="min-w-24 wrap-anywhere py-2 align-top">
                {title ?? <span className="font-mono text-caption">{path || t('audit.whole')}</span>}
              </Cell>
              <Value text={was} />
              <Value text={is} />
            </Row>
          )
        })}
      </TableBody>
    </Table>
  )
}

function Value({ text }: { readonly text: string | undefined }) {
  const { t } = useTexts()
  return (
    <Cell className="max-w-80 py-2 align-top">
      {text === undefined ? (
        <span className="text-muted">{t('audit.absent')}</span>
      ) : (
        <span className="block max-h-40 overflow-y-auto whitespace-pre-wrap break-words font-mono text-caption">
          {text}
        </span>
      )}
    </Cell>
  )
}
