export { FirstStepsCard } from '../../features/dashboard/first-steps/first-steps-card.tsx'
export { NeedsStrip } from '../../features/dashboard/needs/needs-strip.tsx'
