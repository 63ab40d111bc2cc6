import type { AuditEntry } from '@hornets/contract/admin/audit'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Person } from '../../person/person.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { changesOf } from '../../ui/content/changes.ts'
import { ChangesTable } from '../../ui/content/changes-table.tsx'
import { targetedPerson } from './targeted-person.ts'

interface EntryDetailsProps {
  readonly id: string
  readonly entry: AuditEntry
}

export function EntryDetails({ id, entry }: EntryDetailsProps) {
  const { t } = useTexts()
  const target = targetedPerson(entry)
  const changes = changesOf(entry.before, entry.after)
  return (
    <div id={id} className="grid gap-3 bg-sunken px-3 py-3 md:pl-10">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-small">
        <Fact name={t('audit.fact.number')}>{entry.id}</Fact>
        <Fact name={t('audit.fact.at')}>
          <span className="font-mono text-caption">{entry.at}</span>
        </Fact>
        {entry.actor && (
          <Fact name={t('audit.fact.actor')}>
            <Person pubkey={entry.actor} named={entry.actorName} size="tiny" copies />
          </Fact>
        )}
        <Fact name={t('audit.fact.action')}>
          <code className="font-mono text-caption">{entry.action}</code>
        </Fact>
        {target && (
          <Fact name={t('audit.fact.target')}>
            <Person pubkey={target} size="tiny" copies />
          </Fact>
        )}
        {!target && entry.target && (
          <Key name={t('audit.fact.target')} value={entry.target} copy={t('audit.copyTarget')} />
        )}
        {entry.address && <Fact name={t('audit.fact.address')}>{entry.address}</Fact>}
        <Key name={t('audit.fact.hash')} value={entry.hash} copy={t('audit.copyHash')} />
      </dl>
      {changes.length > 0 && <ChangesTable changes={changes} />}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

function Key({ name, value, copy }: { readonly name: string; readonly value: string; readonly copy: string }) {
  return (
    <Fact name={name}>
      <span className="-my-1 flex items-center gap-1">
        <span className="break-all font-mono text-caption">{value}</span>
        <CopyButton value={value} label={copy} />
      </span>
    </Fact>
  )
}
