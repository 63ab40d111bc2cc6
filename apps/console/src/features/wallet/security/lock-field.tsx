import { lockChoices, type SecuritySettings } from '@hornets/contract/wallet/security'
import { useTexts } from '../../../i18n/texts.ts'
import { Select } from '../../../ui/forms/select.tsx'
import { Alert } from '../../../ui/states/alert.tsx'

type Minutes = SecuritySettings['lock_after_minutes']
/** The select uses text and numbers; 0 means no idle time. */
const never = 0

interface LockFieldProps {
  readonly value: Minutes
  readonly onValueChange: (value: Minutes) => void
}

/** The idle time before locking, with the risk of never. */
export function LockField({ value, onValueChange }: LockFieldProps) {
  const { t } = useTexts()
  return (
    <div className="grid gap-2">
      <Select<number>
        label={t('wallet.security.lockAfter')}
        description={t('wallet.security.lockAfterHint')}
        value={value ?? never}
        onValueChange={next => onValueChange(lockChoices.find(choice => choice === next) ?? null)}
        choices={[
          ...lockChoices.map(minutes => ({
            value: minutes,
            label:
              minutes < 60
                ? t('wallet.security.minutes', { count: minutes })
                : t('wallet.security.hours', { count: minutes / 60 }),
          })),
          { value: never, label: t('wallet.security.never') },
        ]}
      />
      {value === null && <Alert kind="warning">{t('wallet.security.neverRisk')}</Alert>}
    </div>
  )
}
