import { late } from '../../ui/page/late.tsx'

/** The panel in a chunk of its own: few open it. */
export const { Part: NightPanelPart } = late(async () => (await import('./night-panel.tsx')).NightPanel)
