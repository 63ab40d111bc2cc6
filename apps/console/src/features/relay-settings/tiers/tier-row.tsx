import type { SubscriptionTier } from '@hornets/contract/admin/relay-settings'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { offers } from '../../../api/server/server.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { NumberField } from '../../../ui/forms/number-field.tsx'
import { formatUsd, usdOf } from '../../../ui/text/usd.ts'
import { givesOf } from './gives-draft.ts'
import { GivesFields } from './gives-fields.tsx'
import { SizeFields } from './size-fields.tsx'
import { readPrice, soldOf, type TierError, tierTerms, writePrice } from './tier-draft.ts'

interface TierRowProps {
  readonly tier: SubscriptionTier
  /** 1 for the first. */
  readonly place: number
  readonly isLast: boolean
  readonly error: TierError | undefined
  /** Dollars for a bitcoin today; null while no rate is known. */
  readonly rate: number | null
  readonly disabled: boolean
  readonly onChange: (tier: SubscriptionTier) => void
  readonly onMove: (by: -1 | 1) => void
  readonly onRemove: () => void
}

export function TierRow({ tier, place, isLast, error, rate, disabled, onChange, onMove, onRemove }: TierRowProps) {
  const { t } = useTexts()
  const price = readPrice(tier)
  const givesMore = offers(tierTerms)
  const { hidden: _, ...unhidden } = tier
  const worth = price === null ? null : usdOf(price, rate)
  return (
    <li className="grid gap-3 border-line border-b py-4 last:border-b-0 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <SizeFields
        label={t('relaySettings.tiers.size')}
        limit={tier.datalimit}
        onLimitChange={datalimit => onChange({ ...tier, datalimit })}
        disabled={disabled}
        error={error === 'size' || error === 'twice' ? t(`relaySettings.tiers.error.${error}`) : undefined}
      />
      <NumberField
        label={t('relaySettings.tiers.price')}
        description={
          worth === null ? t('relaySettings.tiers.noRate') : t('relaySettings.tiers.worth', { usd: formatUsd(worth) })
        }
        unit={t('wallet.send.unit')}
        value={price}
        onValueChange={next => onChange({ ...tier, price: writePrice(next) })}
        min={1}
        step={1000}
        disabled={disabled}
        error={error === 'price' ? t('relaySettings.tiers.error.price') : undefined}
      />
      <div className="flex items-center gap-1 xl:mt-6 xl:self-start">
        {givesMore && (
          <Checkbox
            label={t('relaySettings.tiers.hidden')}
            disabled={disabled}
            checked={tier.hidden === true}
            onCheckedChange={hidden => onChange({ ...unhidden, ...(hidden && { hidden }) })}
            className="mr-2"
          />
        )}
        <PlaceButtons {...{ place, isLast, disabled, onMove, onRemove }} />
      </div>
      {givesMore && (
        <div className="md:col-span-2 xl:col-span-3">
          <GivesFields
            gives={givesOf(tier)}
            onGivesChange={gives => onChange({ ...soldOf(tier), ...gives })}
            disabled={disabled}
          />
        </div>
      )}
    </li>
  )
}

type PlaceButtonsProps = Pick<TierRowProps, 'place' | 'isLast' | 'disabled' | 'onMove' | 'onRemove'>

function PlaceButtons({ place, isLast, disabled, onMove, onRemove }: PlaceButtonsProps) {
  const { t } = useTexts()
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label={t('relaySettings.tiers.up', { place })}
        disabled={disabled || place === 1}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon={ArrowDown}
        label={t('relaySettings.tiers.down', { place })}
        disabled={disabled || isLast}
        onClick={() => onMove(1)}
      />
      <IconButton
        icon={Trash2}
        label={t('relaySettings.tiers.remove', { place })}
        disabled={disabled}
        onClick={onRemove}
      />
    </>
  )
}
