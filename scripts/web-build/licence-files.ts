import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { LICENCE_LIST_FILE, LICENCE_TEXTS_FILE, type LicenceList } from '#contract/licences/licences.ts'
import { listLicences, writeNotices } from './licences/licence-list.ts'
import { browserPackages, possibleBrowserPackages } from './licences/shipped-packages.ts'

const root = resolve(import.meta.dirname, '../..')

const filesOf = (list: LicenceList) => [
  { fileName: LICENCE_LIST_FILE, source: JSON.stringify(list) },
  { fileName: LICENCE_TEXTS_FILE, source: writeNotices(list) },
]

/** Fonts and pictures are no modules, but know the file that they come from. */
const assetFiles = (bundle: Rolldown.OutputBundle) =>
  Object.values(bundle).flatMap((output) =>
    output.type === 'asset' ? output.originalFileNames.map((name) => resolve(root, 'web', name)) : [],
  )

/**
 * Writes the licences of everything that is shipped beside the pages: the packages of this very bundle, and those of the
 * server.
 */
export const licenceFiles = (): Plugin => ({
  name: 'licence-files',
  generateBundle(_options, bundle) {
    const list = listLicences(root, browserPackages(root, [...this.getModuleIds(), ...assetFiles(bundle)]))
    for (const file of filesOf(list)) this.emitFile({ type: 'asset', ...file })
  },
  configureServer: (dev) => {
    dev.middlewares.use((request, response, next) => {
      const wished = request.url?.split('?')[0]?.split('/').at(-1)
      if (wished !== LICENCE_LIST_FILE && wished !== LICENCE_TEXTS_FILE) return next()
      // Only a finished bundle knows what it contains; before that it is at most this.
      const list = listLicences(root, possibleBrowserPackages(root))
      response.end(filesOf(list).find(({ fileName }) => fileName === wished)?.source)
    })
  },
})
