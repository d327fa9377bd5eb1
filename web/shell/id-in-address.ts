import { ApiFailure } from '#web/api/client.ts'
import type { PageProps } from './page-route.ts'

/** The number of the record in the page's address. What is no number is as unknown as a number nobody has. */
export const idInAddress = ({ params: { id = '' } }: PageProps) => {
  if (!/^\d{1,15}$/.test(id)) throw new ApiFailure({ status: 404 })
  return Number(id)
}
