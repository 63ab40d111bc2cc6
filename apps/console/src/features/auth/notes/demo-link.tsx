import { keepSetupToken } from '../../../api/session/demo.ts'
import { useTexts } from '../../../i18n/texts.ts'

/** The way into the demo, where there is one; the setup token of the printed address is kept for the way back. */
export function DemoLink({ setupToken }: { readonly setupToken?: string | undefined }) {
  const { t } = useTexts()
  return (
    <p className="text-center text-small">
      <a
        href="/"
        onClick={() => keepSetupToken(setupToken)}
        className="inline-block min-h-6 font-semibold text-accent-text underline-offset-2 hover:underline"
      >
        {t('auth.demo')}
      </a>
    </p>
  )
}
