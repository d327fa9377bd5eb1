import { photoListEndpoints } from '#contract/photolists/photolists.ts'
import type { Routes } from '#server/http/route.ts'
import { readPhotoList } from './read-photo-list.ts'
import { printPhotoList, readPhotoExport, writePhotoExport } from './take-photo-list.ts'

/** Which children may be shown where, on the page, on paper and as a file. */
export function photoListRoutes({ route, routeDetached }: Routes) {
  route(photoListEndpoints.get, async ({ tx, viewer, today, query }) => {
    const { list } = await readPhotoList(tx, query, { viewer, today })
    return list
  })

  route(photoListEndpoints.print, ({ tx, viewer, now, today, body }) =>
    printPhotoList(tx, body, { viewer, now, today }),
  )

  routeDetached(photoListEndpoints.export, async ({ viewer, now, today, body, inTransaction }) => {
    const read = await inTransaction((tx) => readPhotoExport(tx, body, { viewer, now, today }))
    return writePhotoExport(read, today)
  })
}
