import { Fragment } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { useScrollStop } from '../page/use-scroll-stop.ts'
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

/** Narrow screens show what each value is called above both. */
export function ChangesTable({ changes, before, after, titleOf }: ChangesTableProps) {
  const { t } = useTexts()
  return (
    <Table caption={t('audit.changes')}>
      <TableHead>
        <HeadCell className="max-sm:hidden">{t('audit.column.value')}</HeadCell>
        <HeadCell>{before ?? t('audit.column.before')}</HeadCell>
        <HeadCell>{after ?? t('audit.column.after')}</HeadCell>
      </TableHead>
      <TableBody>
        {changes.map(({ path, before: was, after: is }) => {
          const title = titleOf?.(path) ?? <span className="font-mono text-caption">{path || t('audit.whole')}</span>
          return (
            <Fragment key={path}>
              <Row className="border-b-0 sm:hidden">
                <Cell colSpan={2} className="wrap-anywhere h-auto pt-2 font-semibold">
                  {title}
                </Cell>
              </Row>
              <Row>
                <Cell className="min-w-24 wrap-anywhere py-2 align-top max-sm:hidden">{title}</Cell>
                <Value text={was} />
                <Value text={is} />
              </Row>
            </Fragment>
          )
        })}
      </TableBody>
    </Table>
  )
}

function Value({ text }: { readonly text: string | undefined }) {
  const { t } = useTexts()
  const stop = useScrollStop<HTMLSpanElement>()
  return (
    <Cell className="max-w-80 py-2 align-top max-sm:h-auto max-sm:w-1/2 max-sm:pt-0.5">
      {text === undefined ? (
        <span className="text-muted">{t('audit.absent')}</span>
      ) : (
        <span
          {...stop}
          className="block max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap font-mono text-caption"
        >
          {text}
        </span>
      )}
    </Cell>
  )
}
