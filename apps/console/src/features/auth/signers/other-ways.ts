// One chunk for what replaces an extension (extension-note.tsx).
export { MissingNote } from '../notes/missing-note.tsx'
export { BunkerPanel } from './bunker-panel.tsx'
