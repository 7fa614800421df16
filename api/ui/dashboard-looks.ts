import type { UIConfig } from '@bull-board/api/dist/types.js';
import { staticUrl } from './static-files.ts';

/** Our name, icon and colours for the dashboard. Some of its own colours are too faint to read. */
export function dashboardLooks(basePath: string): UIConfig {
  const icon = basePath + staticUrl('icon.svg');
  return {
    boardTitle: 'Tributary queues',
    // Workers do not record BullMQ metrics.
    showMetrics: false,
    boardLogo: { path: icon, width: 28, height: 28 },
    favIcon: { default: icon, alternative: icon },
    theme: {
      light: {
        primary: '#0b5cad',
        'primary-foreground': '#ffffff',
        'muted-foreground': '#52606d',
        destructive: '#a4161a',
        'status-failed': '#a4161a',
        'status-completed': '#17692f',
        'status-waiting': '#8a4b00',
        'status-waiting-children': '#9a3412',
        'status-active': '#0b5cad',
        'status-delayed': '#6b3fa0',
      },
      dark: {
        primary: '#74b3f5',
        'primary-foreground': '#0b1520',
        'muted-foreground': '#a3afbb',
        destructive: '#ff9b96',
        'status-failed': '#ff9b96',
        'status-completed': '#7bd492',
        'status-active': '#74b3f5',
        'status-delayed': '#c4a7ee',
      },
    },
  };
}
