/**
 * How often a test repeats what differs by chance, by load or by time only: some of it in every run, all of it with
 * THOROUGH=1. The benchmarks of the same name take far more.
 */
export const rounds = (usual: number, thorough: number): number => (process.env.THOROUGH ? thorough : usual)
