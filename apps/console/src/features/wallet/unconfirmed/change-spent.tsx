import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'

interface ChangeSpentProps {
  readonly onSpeedUp: () => void
  readonly onReplaceBoth: () => void
}

/** Two ways to raise the fee of a payment whose change is spent; the operator chooses. */
export function ChangeSpent({ onSpeedUp, onReplaceBoth }: ChangeSpentProps) {
  const { t } = useTexts()
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      <li className="grid content-between gap-2">
        <p className="text-muted text-small">{t('wallet.replace.speedUpBothText')}</p>
        <Button className="justify-self-start" onClick={onSpeedUp}>
          {t('wallet.replace.speedUpBoth')}
        </Button>
      </li>
      <li className="grid content-between gap-2">
        <p className="text-muted text-small">{t('wallet.replace.replaceBothText')}</p>
        <Button className="justify-self-start" onClick={onReplaceBoth}>
          {t('wallet.replace.replaceBoth')}
        </Button>
      </li>
    </ul>
  )
}
