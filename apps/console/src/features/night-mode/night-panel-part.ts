import { lazy } from '../../ui/page/lazy.tsx'

/** In its own chunk, since few open it. */
export const { Part: NightPanelPart } = lazy(async () => (await import('./night-panel.tsx')).NightPanel)
