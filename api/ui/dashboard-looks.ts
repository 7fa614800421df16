import type { UIConfig } from '@bull-board/api/dist/types.js';
import { staticUrl } from './static-files.ts';

/** Our name, icon and the tokens of `style.css` for the dashboard. Some of its own colours are too faint to read. */
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
        background: '#ffffff',
        foreground: '#16202a',
        card: '#ffffff',
        'card-foreground': '#16202a',
        popover: '#ffffff',
        'popover-foreground': '#16202a',
        muted: '#f4f6f8',
        border: '#c9d1d9',
        input: '#c9d1d9',
        ring: '#0b5cad',
        radius: '0.5rem',
        'font-sans': 'system-ui, sans-serif',
        sidebar: '#f4f6f8',
        'sidebar-foreground': '#16202a',
        'sidebar-border': '#c9d1d9',
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
        background: '#11161c',
        foreground: '#e6ebf0',
        card: '#1a222b',
        'card-foreground': '#e6ebf0',
        popover: '#11161c',
        'popover-foreground': '#e6ebf0',
        muted: '#1a222b',
        border: '#3a4653',
        input: '#3a4653',
        ring: '#74b3f5',
        radius: '0.5rem',
        'font-sans': 'system-ui, sans-serif',
        sidebar: '#1a222b',
        'sidebar-foreground': '#e6ebf0',
        'sidebar-border': '#3a4653',
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
