// One file for what stands in for an extension (extension-note.tsx).
export { MissingNote } from '../notes/missing-note.tsx'
export { BunkerPanel } from './bunker-panel.tsx'
