import { paths } from './paths.ts'
import { ofSchool, type PageRoute, pageIn } from './shell/page-route.ts'

/** Children of the school: list, page, import and numbers. */
export const pupilRoutes: readonly PageRoute[] = [
  {
    ...ofSchool('view pupil', 'view attached pupil'),
    path: paths.pupils,
    title: 'Schülerinnen und Schüler',
    page: pageIn(() => import('./domains/pupils/PupilsPage.tsx'), 'PupilsPage'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.newPupil,
    title: 'Schüler/in anlegen',
    page: pageIn(() => import('./domains/pupils/NewPupilPage.tsx'), 'NewPupilPage'),
  },
  {
    ...ofSchool('view pupil', 'view attached pupil'),
    path: paths.pupil('$id'),
    title: 'Schülerin oder Schüler',
    page: pageIn(() => import('./domains/pupils/PupilPage.tsx'), 'PupilPage', 'loadPupil'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.pupilImport,
    title: 'Schülerinnen und Schüler importieren',
    page: pageIn(() => import('./domains/pupilimports/PupilImportPage.tsx'), 'PupilImportPage', 'loadImports'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.pupilFigures,
    title: 'Zahlen für das Schulamt',
    page: pageIn(() => import('./domains/pupilfigures/PupilFiguresPage.tsx'), 'PupilFiguresPage'),
  },
  {
    ...ofSchool('manage pupil', 'view attached pupil'),
    path: paths.photoList,
    title: 'Fotoliste',
    page: pageIn(() => import('./domains/photolists/PhotoListPage.tsx'), 'PhotoListPage'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.dataChecks,
    title: 'Datenabgleich',
    page: pageIn(() => import('./domains/datachecks/DataChecksPage.tsx'), 'DataChecksPage'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.newDataCheck,
    title: 'Datenabgleich beginnen',
    page: pageIn(() => import('./domains/datachecks/NewDataCheckPage.tsx'), 'NewDataCheckPage'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.dataCheck('$id'),
    title: 'Datenabgleich',
    page: pageIn(() => import('./domains/datachecks/DataCheckRoundPage.tsx'), 'DataCheckRoundPage', 'loadDataCheck'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.dataCheckFamily('$id'),
    title: 'Vorgeschlagene Änderungen',
    page: pageIn(() => import('./domains/datachecks/CheckedFamilyPage.tsx'), 'CheckedFamilyPage', 'loadCheckedFamily'),
  },
  {
    ...ofSchool('manage pupil'),
    path: paths.pupilImportRun('$id'),
    title: 'Import',
    page: pageIn(() => import('./domains/pupilimports/PupilImportRunPage.tsx'), 'PupilImportRunPage', 'loadImport'),
  },
]
