import type { AccessEntry, AccessList } from '@hornets/contract/admin/access-lists'
import { Trash2 } from 'lucide-react'
import { npubOf } from '../../../api/signers/pubkey.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'

interface EntryTableProps {
  readonly list: AccessList
  readonly entries: readonly AccessEntry[]
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
  /** This user can change nothing. */
  readonly isFixed: boolean
  readonly onRemove: (entry: AccessEntry) => void
}

export function EntryTable({ list, entries, chosen, onChoose, isFixed, onRemove }: EntryTableProps) {
  const { t } = useTexts()
  const all = entries.every(({ value }) => chosen.has(value))
  const toggle = (value: string, on: boolean) =>
    onChoose(new Set(on ? [...chosen, value] : [...chosen].filter(one => one !== value)))
  return (
    <Table caption={t(`access.lists.${list}.title`)}>
      <TableHead>
        <HeadCell className="w-11">
          <Checkbox
            label={t('access.columns.select')}
            labelHidden
            disabled={isFixed}
            checked={all}
            onCheckedChange={on => onChoose(new Set(on ? entries.map(({ value }) => value) : []))}
          />
        </HeadCell>
        <HeadCell>{t(`access.lists.${list}.value`)}</HeadCell>
        {list === 'words' && <HeadCell className={wide}>{t('access.lists.match')}</HeadCell>}
        <HeadCell className={wide}>{t('access.columns.reason')}</HeadCell>
        <HeadCell className={wide}>{t('access.lists.expiry')}</HeadCell>
        <HeadCell className={wide}>{t('access.lists.addedAt')}</HeadCell>
        <HeadCell className="w-11">
          <span className="sr-only">{t('access.lists.remove')}</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {entries.map(entry => (
          <Row key={entry.value}>
            <Cell>
              <Checkbox
                label={t('access.columns.selectOne', { key: nameOf(list, entry.value) })}
                labelHidden
                disabled={isFixed}
                checked={chosen.has(entry.value)}
                onCheckedChange={on => toggle(entry.value, on)}
              />
            </Cell>
            <Cell className="py-2 max-md:w-full max-md:max-w-0">
              <EntryValue list={list} value={entry.value} />
              <Below entry={entry} />
            </Cell>
            {list === 'words' && entry.match && (
              <Cell className={wide}>{t(`access.lists.matches.${entry.match}`)}</Cell>
            )}
            <Cell className={`max-w-80 ${wide}`}>
              {entry.reason === '' ? (
                <span className="text-faint">{t('access.noReason')}</span>
              ) : (
                <span className="line-clamp-2 break-words">{entry.reason}</span>
              )}
            </Cell>
            <Cell className={`whitespace-nowrap ${wide}`}>
              {entry.expires_at === null ? t('access.lists.permanent') : formatDateTime(entry.expires_at)}
            </Cell>
            <Cell className={`whitespace-nowrap ${wide}`}>
              <span>{formatDateTime(entry.created_at)}</span>
              <AddedBy entry={entry} />
            </Cell>
            <Cell>
              <IconButton
                icon={Trash2}
                label={t('access.lists.removeOne', { value: nameOf(list, entry.value) })}
                disabled={isFixed}
                onClick={() => onRemove(entry)}
              />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

/** Has no room on narrow screens, where all of it is below the value. */
const wide = 'max-md:hidden'

function AddedBy({ entry: { created_by, created_by_name } }: { readonly entry: AccessEntry }) {
  if (!created_by) return null
  return (
    <p>
      <Person pubkey={created_by} named={created_by_name} size="tiny" />
    </p>
  )
}

function Below({ entry }: { readonly entry: AccessEntry }) {
  const { t } = useTexts()
  const { match, reason, expires_at, created_at } = entry
  const until = expires_at && t('access.until', { time: formatDateTime(expires_at) })
  const facts = [match && t(`access.lists.matches.${match}`), until, formatDateTime(created_at)]
  return (
    <div className="text-caption text-muted md:hidden">
      <p className="line-clamp-3 break-words empty:hidden">{reason}</p>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <AddedBy entry={entry} />
    </div>
  )
}

const nameOf = (list: AccessList, value: string) =>
  list === 'allowed-pubkeys' ? shortenMiddle(npubOf(value)) : value.slice(0, 60)

function EntryValue({ list, value }: { readonly list: AccessList; readonly value: string }) {
  if (list !== 'allowed-pubkeys') return <code className="break-all font-mono">{value}</code>
  return <Person pubkey={value} size="tiny" copies />
}
