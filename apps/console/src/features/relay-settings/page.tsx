import { useQuery } from '@tanstack/react-query'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { useIsRole } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Loaded } from '../../ui/states/loaded.tsx'
import { NotForRole } from '../../ui/states/not-for-role.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { AdmissionForm, type TrialOfAdmission } from './admission-form.tsx'
import { admissionQuery } from './admission-query.ts'
import { ModeCards } from './mode-cards.tsx'
import { rememberedMode } from './remembered-mode.ts'

/** What this relay accepts (MODE-01). */
export function AdmissionPage({ trial }: { readonly trial: TrialOfAdmission }) {
  const { t } = useTexts()
  const may = useIsRole('operator')
  return (
    <div className="grid max-w-600 content-start gap-4">
      <div>
        <h1 className="font-semibold text-title">{t('shell.nav.relaySettings')}</h1>
        <p className="text-muted text-small">{t('relaySettings.description')}</p>
      </div>
      {may ? (
        <Admission trial={trial} />
      ) : (
        <NotForRole title={t('settings.notAllowed')} text={t('settings.notAllowedText')} />
      )}
    </div>
  )
}

function Admission({ trial }: { readonly trial: TrialOfAdmission }) {
  const { t } = useTexts()
  return (
    <Loaded
      query={useQuery(admissionQuery)}
      waiting={<Loading />}
      failed={t('settings.error')}
      failureOf={formFailureText}
    >
      {saved => <AdmissionForm saved={saved} trial={trial} />}
    </Loaded>
  )
}

/** First paint: shows the last known mode, read-only. */
function Loading() {
  const { t } = useTexts()
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{t('ui.loading')}</span>
      <ModeCards mode={rememberedMode()} onModeChange={() => {}} disabled />
      <Skeleton className="h-96" />
      <Skeleton className="h-96" />
      <Skeleton className="h-36" />
    </div>
  )
}
