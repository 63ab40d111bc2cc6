import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import type { FeeSource } from '@hornets/contract/wallet/fees'
import { useTexts } from '../../../../i18n/texts.ts'
import { RadioCards } from '../../../../ui/forms/radio-cards.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { formatExactSats } from '../../../../ui/text/sats.ts'
import { type TierName, type Tiers, tierNames } from './fee-tiers.ts'

interface FeeTierPickerProps {
  readonly tiers: Tiers
  readonly source: FeeSource | undefined
  /** Undefined: a custom rate. */
  readonly value: TierName | undefined
  readonly onValueChange: (tier: TierName) => void
  /** The transaction's size, once known: then tiers show their cost (WALLET-25). Null: size and rate give no fee. */
  readonly vbytes: number | undefined | null
}

export function FeeTierPicker({ tiers, source, value, onValueChange, vbytes }: FeeTierPickerProps) {
  const { t } = useTexts()
  return (
    <div className="grid gap-1">
      <p className="font-semibold text-small">{t('wallet.fees.title')}</p>
      <RadioCards
        brief
        label={t('wallet.fees.title')}
        value={value}
        onValueChange={onValueChange}
        cards={tierNames.map(name => ({
          value: name,
          title: t(`wallet.fees.${name}`),
          description: (
            <span className="block tabular-nums max-sm:flex max-sm:flex-wrap max-sm:justify-end max-sm:gap-x-2">
              <span className="block whitespace-nowrap">
                {t('wallet.fees.rate', { rate: formatNumber(tiers[name], { maximumFractionDigits: 3 }) })}
              </span>
              {vbytes !== null && (
                <span className="block whitespace-nowrap">
                  {vbytes === undefined ? '–' : formatExactSats(feeSatsOf(vbytes, tiers[name]))}
                </span>
              )}
            </span>
          ),
        }))}
      />
      {source && <p className="text-caption text-muted">{t(`wallet.fees.source.${source}`)}</p>}
    </div>
  )
}
