import { passwordRules } from './sign-up.ts'
import { useTexts } from './texts.ts'

/** The password rule as a list that ticks itself off while one types. */
export function RuleHints({ password }: { readonly password: string }) {
  const { t } = useTexts()
  return (
    <span className="mt-0.5 grid gap-x-3 xs:grid-cols-2 text-caption text-muted">
      {passwordRules.map(({ name, holds }) => {
        const met = holds(password)
        return (
          <span key={name} className={met ? 'text-ok' : undefined}>
            <span aria-hidden="true" className="mr-1.5 inline-block w-2.5">
              {met ? '✓' : '·'}
            </span>
            {t(`auth.rule.${name}`)}
            <span className="sr-only">: {met ? t('auth.rule.met') : t('auth.rule.missing')}</span>
          </span>
        )
      })}
    </span>
  )
}
