/** Names a failure without its message: PostgreSQL quotes values in it, and the log of jobs is stored. */
const nameOf = (failure: unknown) => {
  const { code, name } = failure as { code?: string; name?: string }
  return code ?? name ?? typeof failure
}

/**
 * Does the same in every school, one after the other: a school that fails does not stop the others.
 *
 * @param what The beginning of the error's sentence: „The run of the night“.
 * @throws {Error} At the end, naming the schools that failed and by which code; the worker tries the job again.
 */
export async function inEachSchool(
  schools: Iterable<{ id: number }>,
  what: string,
  run: (schoolId: number) => Promise<unknown>,
): Promise<void> {
  const failed: string[] = []
  for (const { id } of schools) {
    try {
      await run(id)
    } catch (failure) {
      failed.push(`school ${id} (${nameOf(failure)})`)
    }
  }
  if (failed.length > 0) throw new Error(`${what} failed: ${failed.join(', ')}.`)
}
