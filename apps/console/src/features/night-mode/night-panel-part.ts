import { lazy } from '../../ui/page/lazy.tsx'

/** The panel in a chunk of its own: few open it. */
export const { Part: NightPanelPart } = lazy(async () => (await import('./night-panel.tsx')).NightPanel)
