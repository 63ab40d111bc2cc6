import { feeWord } from '@hornets/contract/wallet/confirmations'
import { translateSentence } from '../../../../i18n/sentence.ts'
import { useTexts } from '../../../../i18n/texts.ts'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { Alert } from '../../../../ui/states/alert.tsx'
import type { Given, Needs } from './confirmed.ts'

interface ConfirmFieldsProps {
  readonly needs: Needs
  readonly given: Given
  readonly onGiven: (given: Given) => void
}

export function ConfirmFields({ needs, given, onGiven }: ConfirmFieldsProps) {
  const { t } = useTexts()
  if (needs.list.length === 0) return null
  return (
    <div className="grid gap-3">
      <Alert kind="warning" title={t('wallet.confirm.title')}>
        {needs.list.map(one => (
          <p key={one.reason}>{translateSentence(one)}.</p>
        ))}
        {needs.approval && <p className="mt-1">{t('wallet.confirm.approval')}</p>}
      </Alert>
      {needs.repeat && (
        <Checkbox
          label={t('wallet.confirm.repeat')}
          checked={given.repeats}
          onCheckedChange={repeats => onGiven({ ...given, repeats })}
        />
      )}
      {needs.word && (
        <TextField
          label={t('wallet.confirm.word', { word: feeWord })}
          description={t('wallet.confirm.wordHint')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={given.word}
          onValueChange={word => onGiven({ ...given, word })}
        />
      )}
      {needs.password && (
        <TextField
          label={t('wallet.keys.password')}
          type="password"
          autoComplete="off"
          value={given.password}
          onValueChange={password => onGiven({ ...given, password })}
        />
      )}
    </div>
  )
}
