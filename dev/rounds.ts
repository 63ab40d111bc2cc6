/** What differs by chance, load or time: some of it in every run, all with THOROUGH=1. Benchmarks take far more. */
export const rounds = (usual: number, thorough: number): number => (process.env.THOROUGH ? thorough : usual)
