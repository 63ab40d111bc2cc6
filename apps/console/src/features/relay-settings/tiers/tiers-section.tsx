import { listBitcoinRates } from '@hornets/contract/admin/rates'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { offers } from '../../../api/server/server.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import type { Admission } from '../admission.ts'
import { CannotPay } from './cannot-pay.tsx'
import { GivesFields } from './gives-fields.tsx'
import { SizeFields } from './size-fields.tsx'
import { errorOf, freeWriters, moveTier, newTier, subscriptionError, tierTerms } from './tier-draft.ts'
import { TierRow } from './tier-row.tsx'
import { ZapsSwitch } from './zaps-switch.tsx'

interface TiersSectionProps {
  readonly draft: Admission
  readonly onChange: (draft: Admission) => void
  /** Why who is signed in cannot change it. */
  readonly disabled: boolean
}

export function TiersSection({ draft, onChange, disabled }: TiersSectionProps) {
  const { t } = useTexts()
  const { data: rates } = useQuery(apiQuery(listBitcoinRates))
  const rate = Number(rates?.at(-1)?.Rate ?? 0) || null
  const tiers = draft.subscription_tiers
  const givesMore = offers(tierTerms)
  const set = (subscription_tiers: Admission['subscription_tiers']) => onChange({ ...draft, subscription_tiers })
  return (
    <Card title={t('relaySettings.tiers.title')} description={t(`relaySettings.tiers.free.${freeWriters(draft)}`)}>
      <FreeTier draft={draft} onChange={onChange} disabled={disabled} />
      <h3 className="mt-5 font-semibold text-small">{t('relaySettings.tiers.paid')}</h3>
      {tiers.length === 0 && <p className="mt-1 text-muted text-small">{t('relaySettings.tiers.none')}</p>}
      {tiers.length > 0 && givesMore && <CannotPay />}
      <ul>
        {tiers.map((tier, index) => (
          <TierRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place; all else of it can be typed over
            key={index}
            tier={tier}
            place={index + 1}
            isLast={index === tiers.length - 1}
            error={errorOf(tier, tiers)}
            rate={rate}
            disabled={disabled}
            onChange={next => set(tiers.map((one, at) => (at === index ? next : one)))}
            onMove={by => set(moveTier(tiers, index, by))}
            onRemove={() => set(tiers.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <Button size="small" icon={Plus} disabled={disabled} onClick={() => set([...tiers, newTier])} className="mt-2">
        {t('relaySettings.tiers.add')}
      </Button>
      {tiers.length > 0 && givesMore && <Terms draft={draft} onChange={onChange} disabled={disabled} />}
    </Card>
  )
}

function FreeTier({ draft, onChange, disabled }: TiersSectionProps) {
  const { t } = useTexts()
  return (
    <>
      <div className="mt-4 grid gap-3 md:grid-cols-2">
        <Switch
          label={t('relaySettings.tiers.free.switch')}
          description={t('relaySettings.tiers.free.help')}
          checked={draft.freeTierEnabled}
          onCheckedChange={freeTierEnabled => onChange({ ...draft, freeTierEnabled })}
          disabled={disabled}
        />
        {draft.freeTierEnabled && (
          <SizeFields
            label={t('relaySettings.tiers.free.limit')}
            limit={draft.freeTierLimit}
            onLimitChange={freeTierLimit => onChange({ ...draft, freeTierLimit })}
            error={subscriptionError(draft) === 'free' ? t('relaySettings.tiers.error.size') : undefined}
            disabled={disabled}
          />
        )}
      </div>
      {draft.freeTierEnabled && offers(tierTerms) && (
        <div className="mt-3">
          <GivesFields
            gives={draft.freeTierGives}
            onGivesChange={freeTierGives => onChange({ ...draft, freeTierGives })}
            disabled={disabled}
          />
        </div>
      )}
    </>
  )
}

const terms = [
  ['paymentConfirmations', 100],
  ['graceDays', 365],
  ['readOnlyDays', 3650],
] as const

function Terms({ draft, onChange, disabled }: TiersSectionProps) {
  const { t } = useTexts()
  return (
    <div className="mt-5 grid gap-3 border-line border-t pt-4 md:grid-cols-3">
      {terms.map(([name, most]) => {
        const value = draft[name]
        const isWrong = !Number.isInteger(value) || value < 0 || value > most
        return (
          <NumberField
            key={name}
            label={t(`relaySettings.tiers.${name}.label`)}
            description={t(`relaySettings.tiers.${name}.help`)}
            // Emptied, it holds no number, which is none that can be saved.
            value={Number.isNaN(value) ? null : value}
            onValueChange={next => onChange({ ...draft, [name]: next ?? Number.NaN })}
            min={0}
            max={most}
            error={isWrong ? t('relaySettings.tiers.error.between', { most }) : undefined}
            disabled={disabled}
          />
        )
      })}
      <ZapsSwitch
        checked={draft.countZaps}
        onCheckedChange={countZaps => onChange({ ...draft, countZaps })}
        disabled={disabled}
      />
    </div>
  )
}
