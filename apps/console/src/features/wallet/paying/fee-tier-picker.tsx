import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import type { FeeSource } from '@hornets/contract/wallet/fees'
import { useTexts } from '../../../i18n/texts.ts'
import { RadioCards } from '../../../ui/forms/radio-cards.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { formatExactSats } from '../money/sats-format.ts'
import { type TierName, type Tiers, tierNames } from './fee-tiers.ts'

interface FeeTierPickerProps {
  readonly tiers: Tiers
  readonly source: FeeSource | undefined
  /** None: the rate is one of their own. */
  readonly value: TierName | undefined
  readonly onValueChange: (tier: TierName) => void
  /** Size of the transaction, once known: then each tier says what it costs (WALLET-25). Null: size and rate make no fee. */
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
