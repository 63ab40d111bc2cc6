import { usePendingStepUp } from '../api/session/step-up.ts'
import { loadTexts } from '../i18n/load-texts.ts'
import { lazy } from '../ui/page/lazy.tsx'

const { Part: StepUpDialog } = lazy(async () => {
  await loadTexts('later')
  return (await import('../features/step-up/step-up-dialog.tsx')).StepUpDialog
})

/** Asks for the password while a call waits. */
export function StepUpHost() {
  const pending = usePendingStepUp()
  return pending && <StepUpDialog pending={pending} />
}
