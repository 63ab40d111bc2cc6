import { passwordRules } from '../../../api/session/password-rules.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { OkIcon, OpenIcon } from '../icons.tsx'

/** The password rules as a list that is ticked off while typing. */
export function RuleHints({ password }: { readonly password: string }) {
  const { t } = useTexts()
  return (
    <span className="mt-0.5 grid gap-x-3 gap-y-0.5 xs:grid-cols-2 text-caption text-muted">
      {passwordRules.map(({ name, holds }) => {
        const met = holds(password)
        return (
          <span key={name} className={`flex items-center gap-1.5 ${met ? 'text-ok' : ''}`}>
            {met ? <OkIcon small /> : <OpenIcon small className="text-faint" />}
            {t(`auth.rule.${name}`)}
            <span className="sr-only">: {met ? t('auth.rule.met') : t('auth.rule.missing')}</span>
          </span>
        )
      })}
    </span>
  )
}
