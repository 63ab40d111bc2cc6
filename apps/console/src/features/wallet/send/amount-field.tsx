import { useTexts } from '../../../i18n/texts.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { formatUsd } from '../../../ui/text/usd.ts'
import { readAmount } from '../money/amount.ts'
import { SatsField } from '../money/sats-field.tsx'
import type { Draft } from './draft.ts'

interface AmountFieldProps {
  readonly draft: Draft
  readonly isFixed: boolean
  readonly onDraft: (draft: Draft) => void
  /** The recipient's amount; undefined while unknown. */
  readonly amountSats: number | undefined
  readonly usd: number | null
  readonly isWrong: boolean
}

export function AmountField({ draft, isFixed, onDraft, amountSats, usd, isWrong }: AmountFieldProps) {
  const { t } = useTexts()
  const { sendAll, coins } = draft
  const whole = amountSats === undefined ? '' : formatNumber(amountSats)
  // The amount is valid but exceeds the chosen coins.
  const isOverCoins = coins.length > 0 && readAmount(draft.amount) !== undefined
  return (
    <div className="grid gap-2">
      <SatsField
        label={t('wallet.send.amount')}
        description={usd === null ? t('wallet.send.usdUnknown') : t('wallet.send.usd', { usd: formatUsd(usd) })}
        isWrong={isWrong}
        error={isOverCoins ? t('wallet.coins.tooFew') : undefined}
        value={sendAll ? whole : draft.amount}
        onValueChange={amount => onDraft({ ...draft, amount })}
        readOnly={sendAll || isFixed}
      />
      {!isFixed && (
        <Checkbox
          label={t('wallet.send.all')}
          description={t(coins.length > 0 ? 'wallet.send.allOfChosen' : 'wallet.send.allHint')}
          checked={sendAll}
          onCheckedChange={next => onDraft({ ...draft, sendAll: next })}
        />
      )}
    </div>
  )
}
