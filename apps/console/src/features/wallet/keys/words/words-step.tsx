import { useTexts } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Alert } from '../../../../ui/states/alert.tsx'
import { formatNumber } from '../../../../ui/text/format.ts'
import { Step } from '../../parts/step.tsx'
import { WordGrid } from './word-grid.tsx'

interface WordsStepProps {
  readonly words: readonly string[]
  /** Of the new account. */
  readonly accountNumber: number
  readonly onContinue: () => void
}

export function WordsStep({ words, accountNumber, onContinue }: WordsStepProps) {
  const { t } = useTexts()
  return (
    <Step
      title={t('wallet.words.title')}
      actions={
        <Button variant="primary" onClick={onContinue}>
          {t('wallet.words.written')}
        </Button>
      }
    >
      <p className="text-small">{t('wallet.words.text')}</p>
      <Alert kind="warning">{t('wallet.words.secret')}</Alert>
      <WordGrid words={words} />
      {accountNumber > 0 && (
        <p className="text-small">{t('wallet.words.account', { number: formatNumber(accountNumber) })}</p>
      )}
    </Step>
  )
}
