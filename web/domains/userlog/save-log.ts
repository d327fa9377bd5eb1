import type { userlogEndpoints } from '#contract/userlog.ts'
import type { Reply } from '#web/api/client.ts'

/** Hands a file to the browser's downloads. */
export const saveLog = ({ filename, content }: Reply<typeof userlogEndpoints.export>) => {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  URL.revokeObjectURL(address)
}
