import { putAccessEntries } from '@hornets/contract/admin/access-lists'
import { saveAccessRules } from '@hornets/contract/admin/refusals/own-rules'
import type { ListedRefusal } from '@hornets/contract/admin/refusals/refusals'
import { Link } from '@tanstack/react-router'
import { ListFilter, ShieldCheck, SlidersHorizontal, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsRole, useRefusal } from '../../api/session/use-may.ts'
import { npubOf } from '../../api/signers/pubkey.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Person } from '../../person/person.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { textLink } from '../../ui/buttons/text-link.ts'
import { formatBytes } from '../../ui/text/format.ts'
import { readRule, ruleLinkOf } from './rule-link.ts'
import { remedyOf, useAllow } from './use-allow.ts'
import type { RefusalFilters } from './use-refusal-search.ts'

interface RefusalDetailsProps {
  readonly id: string
  readonly refusal: ListedRefusal
  readonly filters: RefusalFilters
}

export function RefusalDetails({ id, refusal, filters }: RefusalDetailsProps) {
  const { t } = useTexts()
  const { at, what, cause, text, pubkey, address, kind, bytes, rule } = refusal
  const { name: ruleName, value: ruleValue } = readRule(rule)
  return (
    <div id={id} className="grid gap-3 bg-sunken px-3 py-3 text-small md:pl-10">
      <p>{t(`refusals.causes.${cause}.text`)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 max-xs:grid-cols-1">
        {pubkey !== null && (
          <Fact name={t('refusals.fact.author')}>
            <Person pubkey={pubkey} size="tiny" copies />
          </Fact>
        )}
        <Fact name={t('refusals.fact.what')}>
          {kind === null ? t(`refusals.what.${what}`) : t('refusals.kind', { kind })}
          {bytes !== null && `, ${formatBytes(bytes)}`}
        </Fact>
        {address !== null && (
          <Fact name={t('refusals.fact.address')}>
            <span className="-my-1 flex items-center gap-1">
              <span className="break-all font-mono text-caption">{address}</span>
              <CopyButton value={address} label={t('refusals.copyAddress')} />
            </span>
          </Fact>
        )}
        {rule !== null && (
          <Fact name={t('refusals.fact.rule')}>
            <span dir="auto" className="wrap-anywhere">
              {ruleName ? t(`refusals.rules.${ruleName}`, { value: ruleValue }) : rule}
            </span>
          </Fact>
        )}
        {text !== null && text !== '' && (
          <Fact name={t('refusals.fact.text')}>
            <span dir="auto" className="break-words">
              {text}
            </span>
          </Fact>
        )}
        <Fact name={t('refusals.fact.at')}>
          <span className="font-mono text-caption">{at}</span>
        </Fact>
      </dl>
      <Actions refusal={refusal} filters={filters} />
    </div>
  )
}

function Actions({ refusal, filters }: Omit<RefusalDetailsProps, 'id'>) {
  const { t } = useTexts()
  const { isWorking, take } = useAllow()
  const seesPeople = useIsRole('moderator')
  const remedy = remedyOf(refusal)
  const noRole = useRefusal(remedy?.kind === 'except' ? saveAccessRules : putAccessEntries)
  const seesSettings = useIsRole('operator')
  const place = ruleLinkOf(refusal)
  const link = place?.to === '/relay-settings' && !seesSettings ? undefined : place
  const { pubkey, address } = refusal
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {remedy && (
          <Button
            size="small"
            icon={ShieldCheck}
            loading={isWorking}
            disabled={noRole !== undefined}
            title={noRole}
            onClick={() => void take(remedy)}
          >
            {t(`refusals.allow.${remedy.kind}`)}
          </Button>
        )}
        {pubkey !== null && seesPeople && (
          <Link to={`/people/${npubOf(pubkey)}`} className={`${textLink} inline-flex items-center gap-1.5`}>
            <UserRound size={14} />
            {t('refusals.toPerson')}
          </Link>
        )}
        {pubkey !== null && (
          <button
            type="button"
            className={`${textLink} inline-flex items-center gap-1.5`}
            onClick={() => filters.choose({ key: npubOf(pubkey) })}
          >
            <ListFilter size={14} />
            {t('refusals.sameKey')}
          </button>
        )}
        {address !== null && (
          <button
            type="button"
            className={`${textLink} inline-flex items-center gap-1.5`}
            onClick={() => filters.choose({ address })}
          >
            <ListFilter size={14} />
            {t('refusals.sameAddress')}
          </button>
        )}
        {link && (
          <Link
            to={link.to}
            search={(link.search ?? {}) as never}
            className={`${textLink} inline-flex items-center gap-1.5`}
          >
            <SlidersHorizontal size={14} />
            {t('refusals.toRule')}
          </Link>
        )}
      </div>
      {remedy && (remedy.kind === 'words' || remedy.kind === 'addresses') && (
        <p className="text-caption text-muted">{t('refusals.allow.forAll')}</p>
      )}
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
