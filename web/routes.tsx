// biome-ignore-all lint/style/noExcessiveLinesPerFile: one table of every page (architecture §8)
import { lazy } from 'react'
import { SicknoteReportWidget } from './domains/sicknotes/SicknoteReportWidget.tsx'
import { paths } from './paths.ts'
import type { FrameParts } from './shell/frame-dialogs.ts'
import type { PageRoute } from './shell/page-route.ts'

/** Every page of the staff app (spec §2); a page is reachable and offered in the menu once it stands here. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.home,
    title: 'Start',
    access: 'public',
    page: () => import('./domains/dashboard/HomePage.tsx').then(({ HomePage }) => ({ component: HomePage })),
  },
  {
    path: paths.login,
    title: 'Login',
    access: 'public',
    page: () =>
      import('./domains/account/StaffLoginPage.tsx').then(({ StaffLoginPage }) => ({ component: StaffLoginPage })),
  },
  {
    path: paths.forgotPassword,
    title: 'Passwort vergessen',
    access: 'public',
    page: () =>
      import('./domains/account/ForgotPasswordPage.tsx').then(({ ForgotPasswordPage }) => ({
        component: ForgotPasswordPage,
      })),
  },
  {
    path: paths.resetPassword,
    title: 'Neues Passwort',
    access: 'public',
    page: () =>
      import('./domains/account/ResetPasswordPage.tsx').then(({ ResetPasswordPage }) => ({
        component: ResetPasswordPage,
      })),
  },
  {
    path: paths.profile,
    title: 'Profil',
    access: 'auth',
    page: () => import('./domains/account/ProfilePage.tsx').then(({ ProfilePage }) => ({ component: ProfilePage })),
  },
  {
    path: paths.logout,
    title: 'Abmelden',
    access: 'public',
    page: () =>
      import('./domains/account/LogoutPage.tsx').then(({ LogoutPage, logOut }) => ({
        component: LogoutPage,
        load: logOut,
      })),
  },
  {
    path: paths.setup,
    title: 'Einrichtung',
    access: 'public',
    page: () => import('./domains/schools/SetupPage.tsx').then(({ SetupPage }) => ({ component: SetupPage })),
  },
  {
    path: paths.changelog,
    title: 'ChangeLog',
    access: 'auth',
    offeredTo: 'view changelog',
    page: () =>
      import('./domains/changelog/ChangelogPage.tsx').then(({ ChangelogPage, loadChangelog }) => ({
        component: ChangelogPage,
        load: loadChangelog,
      })),
  },
  {
    path: paths.users,
    title: 'Benutzer Verwaltung',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage users'],
    page: () => import('./domains/users/UsersPage.tsx').then(({ UsersPage }) => ({ component: UsersPage })),
  },
  {
    path: paths.userlog,
    title: 'Benutzeraktionen',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage users'],
    page: () => import('./domains/userlog/UserlogPage.tsx').then(({ UserlogPage }) => ({ component: UserlogPage })),
  },
  {
    path: paths.createUser,
    title: 'Neuen User Anlegen',
    access: 'auth',
    offeredTo: 'manage user',
    page: () =>
      import('./domains/users/CreateUserPage.tsx').then(({ CreateUserPage }) => ({ component: CreateUserPage })),
  },
  {
    path: paths.schools,
    title: 'Schulverwaltung',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage schoolyear'],
    page: () =>
      import('./domains/schools/SchoolsPage.tsx').then(({ SchoolsPage, loadSchool }) => ({
        component: SchoolsPage,
        load: loadSchool,
      })),
  },
  {
    path: paths.formPoster,
    title: 'Aushang zum Bewerbungsformular',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage schoolyear'],
    page: () =>
      import('./domains/schools/SchoolPosterPage.tsx').then(({ SchoolPosterPage, loadPoster }) => ({
        component: SchoolPosterPage,
        load: loadPoster,
      })),
  },
  {
    path: paths.mailWordings,
    title: 'Mailvorlagen',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage schoolyear'],
    page: () =>
      import('./domains/mailwordings/MailWordingsPage.tsx').then(({ MailWordingsPage, loadMailWordings }) => ({
        component: MailWordingsPage,
        load: loadMailWordings,
      })),
  },
  {
    path: paths.schoolgrades,
    title: 'Klassenstufen',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage schoolgrade'],
    page: () =>
      import('./domains/schoolgrades/SchoolgradesPage.tsx').then(({ SchoolgradesPage }) => ({
        component: SchoolgradesPage,
      })),
  },
  {
    path: paths.addSchool,
    title: 'Schule anlegen',
    access: 'auth',
    permissions: ['debug view'],
    page: () =>
      import('./domains/schools/AddSchoolPage.tsx').then(({ AddSchoolPage }) => ({ component: AddSchoolPage })),
  },
  {
    path: paths.pupils,
    title: 'Schülerinnen und Schüler',
    access: 'auth',
    needsSchool: true,
    permissions: ['view pupil', 'view attached pupil'],
    page: () => import('./domains/pupils/PupilsPage.tsx').then(({ PupilsPage }) => ({ component: PupilsPage })),
  },
  {
    path: paths.newPupil,
    title: 'Schüler/in anlegen',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage pupil'],
    page: () => import('./domains/pupils/NewPupilPage.tsx').then(({ NewPupilPage }) => ({ component: NewPupilPage })),
  },
  {
    path: paths.pupil('$id'),
    title: 'Schülerin oder Schüler',
    access: 'auth',
    needsSchool: true,
    permissions: ['view pupil', 'view attached pupil'],
    page: () =>
      import('./domains/pupils/PupilPage.tsx').then(({ PupilPage, loadPupil }) => ({
        component: PupilPage,
        load: loadPupil,
      })),
  },
  {
    path: paths.pupilImport,
    title: 'Schülerinnen und Schüler importieren',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage pupil'],
    page: () =>
      import('./domains/pupilimports/PupilImportPage.tsx').then(({ PupilImportPage, loadImports }) => ({
        component: PupilImportPage,
        load: loadImports,
      })),
  },
  {
    path: paths.pupilImportRun('$id'),
    title: 'Import',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage pupil'],
    page: () =>
      import('./domains/pupilimports/PupilImportRunPage.tsx').then(({ PupilImportRunPage, loadImport }) => ({
        component: PupilImportRunPage,
        load: loadImport,
      })),
  },
  {
    path: paths.schoolyears,
    title: 'Schuljahre',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage schoolyear'],
    page: () =>
      import('./domains/schoolyears/SchoolyearsPage.tsx').then(({ SchoolyearsPage }) => ({
        component: SchoolyearsPage,
      })),
  },
  {
    path: paths.schoolyear('$id'),
    title: 'Schuljahr',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage schoolyear'],
    page: () =>
      import('./domains/schoolyears/SchoolyearPage.tsx').then(({ SchoolyearPage, loadSchoolyear }) => ({
        component: SchoolyearPage,
        load: loadSchoolyear,
      })),
  },
  {
    path: paths.schoolclasses,
    title: 'Klassen',
    access: 'auth',
    needsSchool: true,
    permissions: ['view schoolclasses', 'view attached schoolclasses'],
    page: () =>
      import('./domains/schoolclasses/SchoolclassesPage.tsx').then(({ SchoolclassesPage, loadSchoolclasses }) => ({
        component: SchoolclassesPage,
        load: loadSchoolclasses,
      })),
  },
  {
    path: paths.schoolclass('$id'),
    title: 'Klasse',
    access: 'auth',
    needsSchool: true,
    permissions: ['view schoolclasses', 'view attached schoolclasses'],
    page: () =>
      import('./domains/schoolclasses/SchoolclassPage.tsx').then(({ SchoolclassPage, loadSchoolclass }) => ({
        component: SchoolclassPage,
        load: loadSchoolclass,
      })),
  },
  {
    path: paths.absenceReport,
    title: 'Fehlzeiten',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage pupil', 'view attached pupil'],
    page: () =>
      import('./domains/absences/AbsenceReportPage.tsx').then(({ AbsenceReportPage, loadAbsenceReport }) => ({
        component: AbsenceReportPage,
        load: loadAbsenceReport,
      })),
  },
  {
    path: paths.rollover,
    title: 'Schuljahreswechsel',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage schoolyear'],
    page: () =>
      import('./domains/rollovers/RolloverPage.tsx').then(({ RolloverPage, loadRollovers }) => ({
        component: RolloverPage,
        load: loadRollovers,
      })),
  },
  {
    path: paths.employees,
    title: 'Mitarbeitende',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage employee'],
    page: () =>
      import('./domains/employees/EmployeesPage.tsx').then(({ EmployeesPage }) => ({ component: EmployeesPage })),
  },
  {
    path: paths.employee('$id'),
    title: 'Mitarbeitende',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage employee'],
    page: () =>
      import('./domains/employees/EmployeePage.tsx').then(({ EmployeePage, loadEmployee }) => ({
        component: EmployeePage,
        load: loadEmployee,
      })),
  },
  {
    path: paths.sicknotes,
    title: 'Krankmeldungen',
    access: 'auth',
    needsSchool: true,
    page: () =>
      import('./domains/sicknotes/SicknotesPage.tsx').then(({ SicknotesPage }) => ({ component: SicknotesPage })),
  },
  {
    path: paths.registrations,
    title: 'Bewerbungen',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage pupil application'],
    page: () =>
      import('./domains/registrations/RegistrationsPage.tsx').then(({ RegistrationsPage }) => ({
        component: RegistrationsPage,
      })),
  },
  {
    path: paths.registration('$id'),
    title: 'Bewerbung',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage pupil application'],
    page: () =>
      import('#web/domains/registrations/details/RegistrationDetailsPage.tsx').then(
        ({ RegistrationDetailsPage, loadRegistration }) => ({
          component: RegistrationDetailsPage,
          load: loadRegistration,
        }),
      ),
  },
  {
    path: paths.waitlist,
    title: 'Warteliste',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage pupil application'],
    page: () =>
      import('./domains/waitlists/WaitlistPage.tsx').then(({ WaitlistPage, loadWaitlist }) => ({
        component: WaitlistPage,
        load: loadWaitlist,
      })),
  },
  {
    path: paths.registrationEdit('$id'),
    title: 'Bewerbung bearbeiten',
    access: 'auth',
    footerUseDialogs: true,
    needsSchool: true,
    permissions: ['manage pupil application'],
    page: () =>
      import('#web/domains/registrations/edit/RegistrationEditPage.tsx').then(
        ({ RegistrationEditPage, loadEditedRegistration }) => ({
          component: RegistrationEditPage,
          load: loadEditedRegistration,
        }),
      ),
  },
  {
    path: paths.registrationStats,
    title: 'Statistik der Bewerbungen',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage pupil application'],
    page: () =>
      import('./domains/registrationstats/RegistrationStatsPage.tsx').then(({ RegistrationStatsPage }) => ({
        component: RegistrationStatsPage,
      })),
  },
  {
    path: paths.newRegistration,
    title: 'Neue Bewerbung',
    access: 'auth',
    footerUseDialogs: true,
    needsSchool: true,
    permissions: ['manage pupil application'],
    page: () =>
      import('#web/domains/registrations/edit/NewRegistrationPage.tsx').then(
        ({ NewRegistrationPage, loadFormFacts }) => ({
          component: NewRegistrationPage,
          load: loadFormFacts,
        }),
      ),
  },
  {
    path: paths.registrationImport,
    title: 'Bewerbungen importieren',
    access: 'auth',
    footerUseDialogs: true,
    needsSchool: true,
    permissions: ['manage pupil application'],
    page: () =>
      import('#web/domains/registrations/import/RegistrationImportPage.tsx').then(({ RegistrationImportPage }) => ({
        component: RegistrationImportPage,
      })),
  },
  {
    path: paths.retentionPreview,
    title: 'Löschvorschau',
    access: 'auth',
    needsSchool: true,
    permissions: ['manage pupil application'],
    page: () =>
      import('./domains/retentions/RetentionPreviewPage.tsx').then(
        ({ RetentionPreviewPage, loadRetentionPreview }) => ({
          component: RetentionPreviewPage,
          load: loadRetentionPreview,
        }),
      ),
  },
  {
    path: paths.legalNotice,
    title: 'Impressum',
    access: 'public',
    page: () => import('./domains/legal/LegalPage.tsx').then(({ legalPages }) => legalPages.impressum),
  },
  {
    path: paths.dataPrivacyNotice,
    title: 'Datenschutz',
    access: 'public',
    page: () => import('./domains/legal/LegalPage.tsx').then(({ legalPages }) => legalPages.datenschutz),
  },
  {
    path: paths.accessibility,
    title: 'Barrierefreiheit',
    access: 'public',
    page: () => import('./domains/legal/LegalPage.tsx').then(({ legalPages }) => legalPages.barrierefreiheit),
  },
]

/** What the frame shows of domains. */
export const frameParts: FrameParts = {
  MailTest: lazy(() =>
    import('./domains/mailtest/MailTestDialog.tsx').then(({ MailTestDialog }) => ({ default: MailTestDialog })),
  ),
  SicknoteReport: SicknoteReportWidget,
  LegalText: lazy(() =>
    import('./domains/legal/LegalDialog.tsx').then(({ LegalDialog }) => ({ default: LegalDialog })),
  ),
}
