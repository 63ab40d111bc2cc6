import { labelChars } from '@hornets/contract/wallet/addresses'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { formatExactSats } from '../../../../ui/text/sats.ts'
import { type Draft, sumOfCoins } from '../draft.ts'

interface MoreOptionsProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly onChooseCoins: () => void
}

/** Rarely needed: a label, and which coins to spend. */
export function MoreOptions({ draft, onDraft, onChooseCoins }: MoreOptionsProps) {
  const { t } = useTexts()
  const { coins, label } = draft
  const [startsOpen] = useState(coins.length > 0 || label !== '')
  return (
    <details open={startsOpen} className="group">
      <summary className="flex h-8 w-fit cursor-pointer items-center gap-1 rounded-sm text-muted text-small hover:text-text">
        <ChevronDown size={16} aria-hidden className="transition-transform duration-150 group-open:rotate-180" />
        {t('wallet.send.more')}
      </summary>
      <div className="mt-2 grid gap-4">
        <TextField
          label={t('wallet.labels.label')}
          description={t('wallet.labels.sendHint')}
          value={label}
          onValueChange={next => onDraft({ ...draft, label: next })}
          maxLength={labelChars}
          autoComplete="off"
        />
        <div className="flex flex-wrap items-center justify-between gap-2 text-small">
          <div>
            <p className="font-semibold">{t('wallet.coins.title')}</p>
            <p className="text-muted">
              {coins.length === 0
                ? t('wallet.coins.automatic')
                : t('wallet.coins.chosen', { count: coins.length, amount: formatExactSats(sumOfCoins(coins)) })}
            </p>
          </div>
          <Button size="small" onClick={onChooseCoins}>
            {t('wallet.coins.choose')}
          </Button>
        </div>
      </div>
    </details>
  )
}
