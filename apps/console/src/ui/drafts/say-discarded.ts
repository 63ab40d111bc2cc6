import { t } from '../../i18n/texts.ts'
import { toast } from '../overlays/toast.ts'

/** Says that edits have been thrown away, and for some seconds gives them back to who has slipped. */
export const sayDiscarded = (undo: () => void): void =>
  toast.info(t('session.draft.discarded'), { action: { label: t('ui.undo'), onClick: undo } })
