import { t } from '../../i18n/texts.ts'
import { toast } from '../overlays/toast.ts'

/** Says that edits were discarded, and offers undo for some seconds. */
export const sayDiscarded = (undo: () => void): void =>
  toast.info(t('session.draft.discarded'), { action: { label: t('ui.undo'), onClick: undo } })
