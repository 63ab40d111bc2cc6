import i18next from 'i18next'
import { toast } from '../overlays/toast.ts'

/** Says that edits have been thrown away, and for some seconds gives them back to who has slipped. */
export const sayDiscarded = (undo: () => void): void =>
  toast.info(i18next.t('session.draft.discarded'), { action: { label: i18next.t('ui.undo'), onClick: undo } })
