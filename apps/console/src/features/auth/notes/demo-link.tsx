import { keepSetupToken } from '../../../api/session/demo.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'

/** The link to the demo, if there is one; keeps the printed setup token for the way back. */
export function DemoLink({ setupToken }: { readonly setupToken?: string | undefined }) {
  const { t } = useTexts()
  return (
    <p className="text-center text-small">
      <a href="/" onClick={() => keepSetupToken(setupToken)} className={textLink}>
        {t('auth.demo')}
      </a>
    </p>
  )
}
